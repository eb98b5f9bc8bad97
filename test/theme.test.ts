// The colors of both themes: each text contrasts with each of its backgrounds, as WCAG 2.2 AA requires.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast } from '../src/domain/color.ts'

/** Hides the module from the compiler, because the types of React redefine those of the browser tests. */
const load = (module: string) => import(module)
const { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } =
  await load('@mantine/core')
const { theme, variables } = await load('../web/src/theme.ts')

const whole = mergeMantineTheme(DEFAULT_THEME, theme)
const [base, own] = [defaultCssVariablesResolver(whole), variables(whole)]

/** WCAG 2.2, 1.4.3, for text of normal size. */
const LEAST = 4.5

const GROUNDS = ['--r-surface', '--r-page', '--r-side', '--r-head', '--r-hover', '--r-badge']
const COLORS = ['ink', 'gray', 'red', 'green', 'yellow']

/** Each text and the backgrounds that it is drawn on. */
const PAIRS: [text: string, grounds: string[]][] = [
  ['--mantine-color-text', GROUNDS],
  ['--mantine-color-dimmed', GROUNDS],
  ['--mantine-color-anchor', GROUNDS],
  ['--mantine-color-error', ['--r-surface', '--r-page']],
  ['--mantine-color-placeholder', ['--r-surface']],
  ['--mantine-color-white', ['--mantine-primary-color-filled']],
  ...COLORS.map((name): [string, string[]] => [
    `--mantine-color-${name}-light-color`,
    [`--mantine-color-${name}-light`],
  ]),
]

/** The `#rrggbb` value of a variable. */
function colorOf(name: string, scheme: 'light' | 'dark'): string {
  const value = { ...base.variables, ...base[scheme], ...own.variables, ...own[scheme] }[name] ?? ''
  const other = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
  if (other) return colorOf(other, scheme)
  const opaque = /^rgba\((\d+), (\d+), (\d+), 1\)$/.exec(value)
  if (opaque) {
    const parts = opaque.slice(1).map((part) => Number(part).toString(16).padStart(2, '0'))
    return `#${parts.join('')}`
  }
  const short = /^#(\w)(\w)(\w)$/.exec(value)
  const color = short ? `#${[...short.slice(1)].map((digit) => digit + digit).join('')}` : value
  assert.match(color, /^#[\da-f]{6}$/, `${name} in ${scheme}`)
  return color
}

for (const scheme of ['light', 'dark'] as const) {
  test(`every text of the ${scheme} theme is readable on its background`, () => {
    const faint = PAIRS.flatMap(([text, grounds]) =>
      grounds
        .map((ground) => ({
          ground,
          ratio: contrast(colorOf(text, scheme), colorOf(ground, scheme)),
        }))
        .filter(({ ratio }) => ratio < LEAST)
        .map(({ ground, ratio }) => `${text} on ${ground}: ${ratio.toFixed(2)}`),
    )
    assert.deepEqual(faint, [])
  })
}
