// Opens the dashboard in the page.
import { MantineProvider, Text } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '@mantine/core/styles.css'

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <MantineProvider getStyleNonce={() => nonce ?? ''}>
      <Text>Reckoner</Text>
    </MantineProvider>
  </StrictMode>,
)
