// Sets the theme before anything is painted, so that no page flashes in the other one.
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
