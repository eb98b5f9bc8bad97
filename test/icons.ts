// Writes `web/src/icons.tsx`: the icons that the dashboard uses, copied out of a package of thousands.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const source = join(root, 'node_modules/@tabler/icons')
const target = join(root, 'web/src/icons.tsx')
const WIDTH = 100

const COMPONENT = `import type { SVGProps } from 'react'

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** Width and height in pixels. */
  size?: number
  /** Width of the lines, in units of a grid of 24. */
  stroke?: number
}

/** Draws an icon of lines, some of which may enclose a filled area. */
function draw({ size = 24, stroke = 2, ...rest }: IconProps, lines: string, filled?: string) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      {...rest}
    >
      <path d={lines} />
      {filled && <path d={filled} fill="currentColor" />}
    </svg>
  )
}
`

/** Icons are imported under the name `Icon…`. */
function usedNames(): string[] {
  const files = globSync('web/src/**/*.{ts,tsx}', { cwd: root }).map((path) => join(root, path))
  const texts = files.filter((path) => path !== target).map((path) => readFileSync(path, 'utf8'))
  return [...new Set(texts.flatMap((text) => text.match(/\bIcon[A-Z]\w*/g) ?? []))].sort()
}

/** The declaration of an icon. All its lines become one path, because each starts at an absolute point. */
function declaration(name: string): string {
  const file = name.slice('Icon'.length).replace(/[A-Z]|\d+/g, (part) => `-${part.toLowerCase()}`)
  const svg = readFileSync(join(source, `icons/outline/${file.slice(1)}.svg`), 'utf8')
  const [, ...shapes] = [...svg.matchAll(/<(?!svg|\/svg)[^>]*>/g)].map(([shape]) => shape)
  const paths = shapes.map((shape) => {
    const [, d, fill] = /^<path d="(M[^"]*)"( fill="currentColor")? \/>$/.exec(shape) ?? []
    if (d === undefined) throw new Error(`${file}.svg has a shape that is not copied: ${shape}`)
    return { d, isFilled: fill !== undefined }
  })
  const drawn = (isFilled: boolean) =>
    paths
      .filter((path) => path.isFilled === isFilled)
      .map(({ d }) => d)
      .join('')
  const values = [drawn(false), drawn(true)].filter(Boolean).map((d) => `'${d}'`)
  const start = `export const ${name} = (props: IconProps) =>`
  const line = `${start} draw(props, ${values.join(', ')})`
  if (line.length <= WIDTH) return line
  const inner = `  draw(props, ${values.join(', ')})`
  if (inner.length <= WIDTH) return `${start}\n${inner}`
  return `${start}\n  draw(\n${['props', ...values].map((value) => `    ${value},\n`).join('')}  )`
}

function iconsText(): string {
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  const license = readFileSync(join(source, 'LICENSE'), 'utf8').trimEnd()
  const notice = license.split('\n').map((line) => ` * ${line}`.trimEnd())
  return [
    `// The icons of the dashboard, from Tabler Icons ${version}. Written by test/icons.ts: not edited by hand.`,
    ...['/*', ...notice, ' */'],
    COMPONENT,
    ...usedNames().map(declaration),
    '',
  ].join('\n')
}

export function iconFaults(): string {
  const isFresh = readFileSync(target, 'utf8') === iconsText()
  return isFresh ? '' : 'web/src/icons.tsx has other icons than the pages use.'
}

export function freshenIcons(): string {
  writeFileSync(target, iconsText())
  return ''
}
