// An email as the server would send it: how it looks, and its plain text.
import { Paper, Tabs, Text } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import type { ForeseenEmail } from '../../api/types.ts'
import { Frame } from '../../page/frame.tsx'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

/** Keeps the last preview while the next one loads, so that nothing jumps during typing. */
export function EmailPreview({ email }: { email: ForeseenEmail | undefined }) {
  const m = useMessages(messages)
  const [last, setLast] = useState(email)
  if (email && email !== last) setLast(email)
  if (!last?.html) return null
  return (
    <Tabs defaultValue="looks" keepMounted={false} aria-busy={!email}>
      <Tabs.List aria-label={m.emailPreview} mb="xs">
        <Tabs.Tab value="looks">{m.emailLooks}</Tabs.Tab>
        <Tabs.Tab value="text">{m.emailText}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="looks">
        <Looks html={last.html} />
      </Tabs.Panel>
      <Tabs.Panel value="text">
        <Paper withBorder p="sm" mah={320} style={{ overflow: 'auto' }} tabIndex={0}>
          <Text
            size="sm"
            ff="monospace"
            style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          >
            {last.text}
          </Text>
        </Paper>
      </Tabs.Panel>
    </Tabs>
  )
}

/**
 * In a frame without scripts. It inherits this page's content security policy, which forbids inline
 * styles: they are set by script once it has loaded, and the style sheet for dark mail clients is
 * left out.
 */
function Looks({ html }: { html: string }) {
  const m = useMessages(messages)
  // Values are escaped, so only the template's own styles match.
  const bare = html.replace(/<style>[^<]*<\/style>/, '').replaceAll(' style="', ' data-style="')
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      <Frame
        srcDoc={bare}
        onLoad={dress}
        title={m.emailPreview}
        sandbox="allow-same-origin"
        width="100%"
        height={320}
        className="paper-frame"
      />
    </Paper>
  )
}

function dress({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) {
  const page = currentTarget.contentDocument
  if (!page) return
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? ''
  }
  // The hosted page refuses to be framed.
  for (const link of page.querySelectorAll('a')) link.removeAttribute('href')
}
