// Runs before the code of the pages: sets the theme, so that the page does not flash in another one, and requests the
// current session while that code is loading.
{
  let chosen = null
  try {
    chosen = localStorage.getItem('reckoner-theme')
  } catch {
    // Storage can be disabled; then the system's theme applies.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
}

if (/^\/\d/.test(location.pathname)) {
  const url = '/session/v1/sessions/current'
  const answer = fetch(url, { headers: { accept: 'application/json' } })
  // The code that uses the response handles the error.
  answer.catch(() => undefined)
  window.earlyRequest = { url, answer }
}
