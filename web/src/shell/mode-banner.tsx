// The line on top of every page that says whether any of it is real.
import { useTenant } from '../api/tenant.ts'
import { useWords } from '../words/language.tsx'
import { words } from './words.ts'

export function ModeBanner() {
  const w = useWords(words)
  const { mode, membership } = useTenant()
  return (
    <div className="mode-banner" data-mode={mode}>
      <h2>
        {mode === 'test' ? w.testBanner : w.liveBanner} · {membership.name}
      </h2>
      {mode === 'test' && (
        <span>
          {w.testBannerText}
          <span className="mode-banner-more"> {w.testBannerMore}</span>
        </span>
      )}
    </div>
  )
}
