// Tells of each change of page: to eyes by the title, to ears by a live region, to the keyboard by focus.
import { VisuallyHidden } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

export function Announcer() {
  // Where the page has arrived, not where it is going: until then the old heading still stands.
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const [said, setSaid] = useState('')
  const last = useRef(pathname)
  useEffect(() => {
    const first = last.current === undefined
    if (last.current === pathname) return
    last.current = pathname
    if (first) return
    // The heading arrives with the code and data of its page, which may take a moment.
    const found = () => {
      const heading = document.querySelector<HTMLElement>('main h1')
      if (!heading) return false
      // What stands in a dialog or a field that took the focus itself keeps it.
      if (!document.activeElement?.closest('[role=dialog], main input')) heading.focus()
      setSaid(heading.textContent ?? '')
      return true
    }
    const main = document.querySelector('main')
    if (!main) return
    const observer = new MutationObserver(() => {
      if (found()) observer.disconnect()
    })
    const frame = requestAnimationFrame(() => {
      if (!found()) observer.observe(main, { childList: true, subtree: true })
    })
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
    }
  }, [pathname])
  return (
    <VisuallyHidden aria-live="assertive" aria-atomic="true" role="status">
      {said}
    </VisuallyHidden>
  )
}
