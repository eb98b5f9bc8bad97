// What cannot wait for the code of the pages: the theme, so that none flashes in the other one, and
// asking who is signed in, which is answered while that code is on its way.
{
  let chosen = null
  try {
    chosen = localStorage.getItem('reckoner-theme')
  } catch {
    // Storage can be forbidden; the system's theme will do.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
}

if (/^\/\d/.test(location.pathname)) {
  const url = '/session/v1/sessions/current'
  const answer = fetch(url, { headers: { accept: 'application/json' } })
  // Whoever uses it learns what became of it.
  answer.catch(() => undefined)
  window.askedEarly = { url, answer }
}
