// A document within a page, such as a PDF.
import { type IframeHTMLAttributes, useEffect, useRef, useState } from 'react'

interface FrameProps extends IframeHTMLAttributes<HTMLIFrameElement> {
  /** The content, for screen readers. */
  title: string
}

/**
 * Shows keyboard focus in the frame: a style sheet cannot, as the focus is then in another
 * document, but this document's active element is the frame.
 */
export function Frame(props: FrameProps) {
  const ref = useRef<HTMLIFrameElement>(null)
  const [isEntered, setIsEntered] = useState(false)
  useEffect(() => {
    const look = () => setIsEntered(ref.current !== null && document.activeElement === ref.current)
    window.addEventListener('blur', look)
    window.addEventListener('focus', look)
    return () => {
      window.removeEventListener('blur', look)
      window.removeEventListener('focus', look)
    }
  }, [])
  // biome-ignore lint/a11y/useIframeTitle: it is among the props, which require it.
  return <iframe ref={ref} {...props} data-entered={isEntered || undefined} />
}
