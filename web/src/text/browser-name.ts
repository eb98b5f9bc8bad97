// The common name of a browser, from its User-Agent header.

const BROWSERS: readonly [pattern: RegExp, name: string][] = [
  [/\bEdg\w*\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:Headless)?(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)[\d.]* .*Safari/, 'Safari'],
]

const SYSTEMS: readonly [pattern: RegExp, name: string][] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

/** "Firefox 145, Linux"; other clients keep their own text. */
export function browserName(agent: string): string {
  for (const [pattern, name] of BROWSERS) {
    const version = pattern.exec(agent)?.[1]
    if (version === undefined) continue
    const system = SYSTEMS.find(([system]) => system.test(agent))?.[1]
    return [`${name} ${version}`, system].filter(Boolean).join(', ')
  }
  return agent
}
