// Announces page changes: by the title, by a live region for screen readers, and by the focus.
import { VisuallyHidden } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useState } from 'react'

/**
 * Counts completed navigations: until then the old heading is still shown. Returning to the same
 * path before another page was shown counts too, since the focused element may be gone.
 */
function useArrivals(): number {
  const router = useRouter()
  const [arrivals, setArrivals] = useState(0)
  // A layout effect, so that it subscribes before the first page has loaded.
  useLayoutEffect(() => {
    let hasLeft = false
    const offLeaving = router.subscribe('onBeforeLoad', ({ pathChanged }) => {
      hasLeft ||= pathChanged
    })
    const offArrival = router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
      // The first page of a visit has no previous one, and is announced by the browser.
      if (hasLeft || (fromLocation && pathChanged)) setArrivals((count) => count + 1)
      hasLeft = false
    })
    return () => {
      offLeaving()
      offArrival()
    }
  }, [router])
  return arrivals
}

export function Announcer() {
  const arrivals = useArrivals()
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (arrivals === 0) return
    // The heading loads with its page's code and data, which can take a moment.
    const found = () => {
      const heading = document.querySelector<HTMLElement>('main h1')
      if (!heading) return false
      // A dialog or field that has taken the focus itself keeps it.
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
  }, [arrivals])
  return (
    <VisuallyHidden aria-live="assertive" aria-atomic="true" role="status">
      {said}
    </VisuallyHidden>
  )
}
