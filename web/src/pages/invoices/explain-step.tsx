// One step of a derivation: its name, how its result follows, and its substeps.
import type { ReactNode } from 'react'

interface StepProps {
  name: string
  /** How the result follows from the substeps. */
  how: string
  result: string
  open?: boolean
  children?: ReactNode
}

export function Step({ name, how, result, open, children }: StepProps) {
  const said = (
    <>
      <span className="explain-name">
        <strong>{name}</strong> <span>{how}</span>
      </span>
      <span className="numeric">{result}</span>
    </>
  )
  if (!children) return <div className="explain-leaf">{said}</div>
  return (
    <details open={open}>
      <summary>{said}</summary>
      <div className="explain-steps">{children}</div>
    </details>
  )
}
