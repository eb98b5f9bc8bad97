// A document as PDF, next to the page where the screen has room for it.
import { useMediaQuery } from '@mantine/hooks'
import { paperFor } from '../../../src/domain/paper.ts'
import { useTenant } from '../api/tenant.ts'
import { useMessages } from '../text/locale.tsx'
import { Frame } from './frame.tsx'
import { pageMessages } from './messages.ts'

/** On narrow or low screens, the button above opens it. */
export function useDocumentColumn(): boolean {
  return useMediaQuery('(min-width: 75em) and (min-height: 37em)', false) ?? false
}

interface DocumentProps {
  src: string
  /** Changes whenever the document does. */
  version: string
  number: string
}

export function Document({ src, version, number }: DocumentProps) {
  const m = useMessages(pageMessages)
  const { settings } = useTenant()
  return (
    <div className="document" data-paper={paperFor(settings?.country ?? '')}>
      <Frame
        key={version}
        // Viewers that support these parameters show only the page, at full width.
        src={`${src}#toolbar=0&navpanes=0&view=FitH`}
        title={m.pdfOf(number)}
        loading="lazy"
      />
    </div>
  )
}
