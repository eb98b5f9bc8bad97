// Colors and shapes of all pages; tests check the contrasts of WCAG 2.2 AA.
import {
  type CSSVariablesResolver,
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core'

/** Ink blue, the only accent color. */
const ink: MantineColorsTuple = [
  '#eef2ff',
  '#dde5fb',
  '#bccaf5',
  '#98acee',
  '#7590e4',
  '#5c7adb',
  '#4a68d0',
  '#3c58c4',
  '#3049ab',
  '#263b8c',
]

/** Greys with a tint of that ink, from background to text. */
const gray: MantineColorsTuple = [
  '#f8f9fb',
  '#f2f4f7',
  '#eaecf0',
  '#e2e5ea',
  '#d0d5dd',
  '#a8afbb',
  '#6b7380',
  '#525a67',
  '#363d49',
  '#1c2129',
]

/** Grays of the dark theme, from text to the darkest background. */
const dark: MantineColorsTuple = [
  '#e2e5ea',
  '#a9b0bc',
  '#8e96a4',
  '#6b7380',
  '#2d333d',
  '#262b34',
  '#1e222a',
  '#171a20',
  '#101318',
  '#0b0d11',
]

const FALLBACK =
  '"Inter Fallback", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 8, dark: 7 },
  colors: { ink, gray, dark },
  black: '#1c2129',
  autoContrast: true,
  luminanceThreshold: 0.22,
  defaultRadius: 'sm',
  radius: { sm: '0.375rem', md: '0.625rem' },
  cursorType: 'pointer',
  fontFamily: `"Inter Variable", ${FALLBACK}`,
  fontFamilyMonospace:
    'ui-monospace, "SF Mono", "Cascadia Mono", "JetBrains Mono", "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.5' },
  shadows: {
    md: '0 0 0 1px rgb(16 19 24 / 4%), 0 4px 16px rgb(16 19 24 / 12%)',
  },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
      h4: { fontSize: '0.9375rem', lineHeight: '1.4' },
      h5: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  focusRing: 'auto',
  components: {
    Anchor: { defaultProps: { underline: 'hover' } },
    Badge: { defaultProps: { variant: 'dot', radius: 'sm', tt: 'none', fw: 500 } },
    Button: { defaultProps: { fw: 500 } },
    // Hints are below the inputs, so that neighbouring fields align whether or not they have one.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
    Modal: { defaultProps: { centered: true, radius: 'md' } },
    // Its `header` element would be a second banner of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    Paper: { defaultProps: { radius: 'md' } },
    Popover: { defaultProps: { radius: 'md', shadow: 'md' } },
    Table: { defaultProps: { verticalSpacing: 8, horizontalSpacing: 12 } },
    Tooltip: {
      defaultProps: { withArrow: true, events: { hover: true, focus: true, touch: true } },
    },
  },
})

/** Mantine's own greys and reds are too pale for small text. */
export const variables: CSSVariablesResolver = (theme) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': theme.colors.gray[7],
    '--mantine-color-placeholder': theme.colors.gray[6],
    '--mantine-color-error': theme.colors.red[9],
    '--mantine-color-anchor': theme.colors.ink?.[8] ?? '',
    '--mantine-color-green-light-color': '#1c5a26',
    '--mantine-color-teal-light-color': '#0a5540',
    '--mantine-color-yellow-light-color': '#6b4600',
    '--mantine-color-orange-light-color': '#843600',
    '--mantine-color-red-light-color': '#a51111',
    '--mantine-color-gray-filled': theme.colors.gray[5],
    '--r-draft': theme.colors.gray[5],
    '--r-void': theme.colors.gray[7],
    '--r-surface': '#ffffff',
    '--r-page': '#fbfbfc',
    '--r-side': theme.colors.gray[1],
    '--r-head': theme.colors.gray[0],
    '--r-hover': theme.colors.gray[2],
    '--r-badge': theme.colors.gray[1],
    '--r-line': theme.colors.gray[3],
  },
  dark: {
    '--mantine-color-dimmed': theme.colors.dark[1],
    '--mantine-color-placeholder': theme.colors.dark[2],
    '--mantine-color-error': theme.colors.red[4],
    '--mantine-color-anchor': theme.colors.ink?.[3] ?? '',
    '--mantine-color-gray-filled': theme.colors.dark[2],
    // Alerts must not glare.
    '--mantine-color-red-light': '#351a1e',
    '--mantine-color-red-light-color': '#ffb3b3',
    '--mantine-color-green-light': '#14291c',
    '--mantine-color-green-light-color': '#a6e3b5',
    '--mantine-color-yellow-light': '#332a12',
    '--mantine-color-yellow-light-color': '#f5dfa6',
    '--r-draft': theme.colors.gray[6],
    '--r-void': theme.colors.gray[3],
    '--r-surface': theme.colors.dark[7],
    '--r-page': theme.colors.dark[8],
    '--r-side': theme.colors.dark[9],
    '--r-head': '#1a1d24',
    '--r-hover': theme.colors.dark[5],
    '--r-badge': theme.colors.dark[5],
    '--r-line': theme.colors.dark[4],
  },
})

/** Uses the key that early.js reads before the first paint. */
export const colorSchemes = localStorageColorSchemeManager({ key: 'reckoner-theme' })
