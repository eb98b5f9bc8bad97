// The dashboard as a whole: theme, language, query client, and pages.
import { MantineProvider, MantineThemeProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, StrictMode, useMemo } from 'react'
import { ApiError } from './api/client.ts'
import { router } from './router.tsx'
import { LanguageProvider, useMessages } from './text/locale.tsx'
import { sharedMessages } from './text/messages.ts'
import { colorSchemes, theme, variables } from './theme.ts'

/** The nonce that the server put into this page; it lets Mantine write its style tag. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
// Mantine components that write their own style tag look for the nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce })

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Refusals are final; a request without a response is retried once.
      retry: (count, error) => error instanceof ApiError && error.status === 0 && count < 1,
      retryDelay: 500,
    },
    mutations: { retry: false },
  },
})

export function App() {
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={variables}
        colorSchemeManager={colorSchemes}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <LanguageProvider>
          <Named>
            <QueryClientProvider client={queries}>
              <Notifications position="bottom-right" />
              <RouterProvider router={router} />
            </QueryClientProvider>
          </Named>
        </LanguageProvider>
      </MantineProvider>
    </StrictMode>
  )
}

/** Labels the buttons inside Mantine's components in the reader's language. */
function Named({ children }: { children: ReactNode }) {
  const { close } = useMessages(sharedMessages)
  const theme = useMemo(() => {
    const defaultProps = { closeButtonProps: { 'aria-label': close } }
    return { components: { Modal: { defaultProps }, Notification: { defaultProps } } }
  }, [close])
  return (
    <MantineThemeProvider theme={theme} inherit>
      {children}
    </MantineThemeProvider>
  )
}
