// The banner at the top of every page that shows test or live mode.
import { useTenant } from '../api/tenant.ts'
import { useMessages } from '../text/locale.tsx'
import { messages } from './messages.ts'

export function ModeBanner() {
  const m = useMessages(messages)
  const { mode, membership } = useTenant()
  return (
    <div className="mode-banner" data-mode={mode}>
      <h2>
        {mode === 'test' ? m.testBanner : m.liveBanner} · {membership.name}
      </h2>
      {mode === 'test' && (
        <span>
          {m.testBannerText}
          <span className="mode-banner-more"> {m.testBannerMore}</span>
        </span>
      )}
    </div>
  )
}
