// Colours and shapes of all pages; contrasts are those of WCAG 2.2 AA, and tests hold them to it.
import {
  type CSSVariablesResolver,
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core'

/** The colour of ink on a ledger. */
const ink: MantineColorsTuple = [
  '#eef2fb',
  '#dbe3f2',
  '#b3c4e3',
  '#88a3d4',
  '#6386c8',
  '#4c74c1',
  '#3f6bbe',
  '#315aa8',
  '#284f97',
  '#1b4486',
]

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 8, dark: 7 },
  colors: { ink },
  autoContrast: true,
  luminanceThreshold: 0.22,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.1rem' } },
  },
  focusRing: 'auto',
  components: {
    Anchor: { defaultProps: { underline: 'hover' } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 600 } },
    // Hints stand below, so that fields beside each other are level whatever is said of them.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
    Modal: { defaultProps: { centered: true } },
    // Its element would make it a second banner of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
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
    '--r-draft': theme.colors.gray[5],
    '--r-void': theme.colors.gray[7],
    '--r-surface': '#ffffff',
    '--r-page': '#f7f8fa',
    '--r-line': theme.colors.gray[3],
  },
  dark: {
    '--mantine-color-dimmed': theme.colors.dark[1],
    '--mantine-color-placeholder': theme.colors.dark[2],
    '--mantine-color-error': theme.colors.red[4],
    '--mantine-color-anchor': theme.colors.ink?.[3] ?? '',
    // A note is not to glow.
    '--mantine-color-yellow-light': '#332a12',
    '--mantine-color-yellow-light-color': '#f5dfa6',
    '--r-draft': theme.colors.gray[6],
    '--r-void': theme.colors.gray[3],
    '--r-surface': theme.colors.dark[7],
    '--r-page': theme.colors.dark[8],
    '--r-line': theme.colors.dark[4],
  },
})

/** The same place that early.js reads before the first paint. */
export const colorSchemes = localStorageColorSchemeManager({ key: 'reckoner-theme' })
