// The PDF, next to the page where the screen has room for it.
import { useMediaQuery } from '@mantine/hooks'
import { paperFor } from '../../../../src/domain/paper.ts'
import { useTenant } from '../../api/tenant.ts'
import type { Invoice } from '../../api/types.ts'
import { Frame } from '../../page/frame.tsx'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

/** On narrow or low screens, the link above opens it. */
export function usePdfColumn(): boolean {
  return useMediaQuery('(min-width: 75em) and (min-height: 37em)', false) ?? false
}

export function Pdf({ invoice }: { invoice: Invoice }) {
  const m = useMessages(messages)
  const { surface, settings } = useTenant()
  // Each change of the invoice changes the document.
  const version = `${invoice.status}-${invoice.updated_at}`
  return (
    <div className="document" data-paper={paperFor(settings?.country ?? '')}>
      <Frame
        key={version}
        // Viewers that support these parameters show only the page, at full width.
        src={`${surface}/invoices/${invoice.id}/pdf#toolbar=0&navpanes=0&view=FitH`}
        title={m.pdfOf(invoice.number)}
        loading="lazy"
      />
    </div>
  )
}
