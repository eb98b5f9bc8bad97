// A document within a page, such as a PDF.
import { type IframeHTMLAttributes, useEffect, useRef, useState } from 'react'

interface FrameProps extends IframeHTMLAttributes<HTMLIFrameElement> {
  /** What it holds, for those who cannot see it. */
  title: string
}

/**
 * Who goes into it by keyboard sees that: a style sheet cannot tell, as the focus is then in another
 * document, but this one loses it to a frame that is its active element.
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
