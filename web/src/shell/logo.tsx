// The name of the product with its mark: a tally of five, as debts were counted before there was paper.

/** Draws the same as public/icon.svg. */
export function Logo() {
  return (
    <span className="logo">
      <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
        <rect width="32" height="32" rx="7.5" className="logo-seal" />
        <path
          d="M8 8.5v15M13.33 8.5v15M18.67 8.5v15M24 8.5v15M4.5 20.5l23-9"
          className="logo-tally"
        />
      </svg>
      <span className="logo-name">Reckoner</span>
    </span>
  )
}
