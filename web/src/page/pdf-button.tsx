// A button that opens a document as PDF in a new tab.
import { Button } from '@mantine/core'
import { IconExternalLink } from '../icons.tsx'

export function PdfButton({ href, label }: { href: string; label: string }) {
  return (
    <Button
      component="a"
      href={href}
      target="_blank"
      variant="default"
      rightSection={<IconExternalLink size={14} aria-hidden />}
    >
      {label}
    </Button>
  )
}
