// The API call that does the same as the page or form, ready to copy.
import { Box, Code, Collapse, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type Call, queryText } from '../api/client.ts'
import { useTenant } from '../api/tenant.ts'
import { IconChevronDown, IconChevronRight } from '../icons.tsx'
import { CopyIcon } from '../text/copy-text.tsx'
import { useMessages } from '../text/locale.tsx'
import { pageMessages } from './messages.ts'

export type Shown = Pick<Call, 'method' | 'path' | 'query' | 'body'>

/** A call as a curl command; the key is a variable, never its value. */
export function curlOf(origin: string, call: Shown, key = 'KEY'): string {
  const { method, path, query, body } = call
  // A logged path comes from a stranger: a quote in it would end the URL, and the shell would run the rest.
  const url = `${origin}/v1${path}${queryText(query)}`.replaceAll("'", '%27')
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${url}'`,
    `-H "Authorization: Bearer $${key}"`,
  ]
  if (method !== 'GET') lines.push(`-H "Idempotency-Key: $(cat /proc/sys/kernel/random/uuid)"`)
  if (body !== undefined) {
    lines.push("-H 'Content-Type: application/json'")
    // Within single quotes, a shell treats only the quote itself specially.
    lines.push(`-d '${JSON.stringify(body, withoutSecrets, 2).replaceAll("'", "'\\''")}'`)
  }
  return lines.join(' \\\n  ')
}

/** Leaves secrets out of the text: people copy it to where others see it. */
const withoutSecrets = (name: string, value: unknown) =>
  SECRETS.has(name) && typeof value === 'string' ? '…' : value

const SECRETS: ReadonlySet<string> = new Set(['secret_key', 'webhook_secret'])

interface ApiCallProps {
  call: Shown
  /** True if it is expanded at first. */
  unfolded?: boolean
}

export function ApiCall({ call, unfolded = false }: ApiCallProps) {
  const m = useMessages(pageMessages)
  const [open, { toggle }] = useDisclosure(unfolded)
  const { mode } = useTenant()
  const text = `# KEY=svc_${mode}_…\n${curlOf(window.location.origin, call)}`
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <Box mt="lg">
      <UnstyledButton onClick={toggle} aria-expanded={open} c="dimmed" fz="sm" py={4}>
        <Chevron size={14} aria-hidden style={{ verticalAlign: 'middle' }} /> {m.apiCall}
      </UnstyledButton>
      <Collapse expanded={open}>
        <Box pos="relative" mt={4}>
          <Code block pr={40} tabIndex={0} style={{ whiteSpace: 'pre-wrap' }}>
            {text}
          </Code>
          <Box pos="absolute" top={6} right={6}>
            <CopyIcon text={text} />
          </Box>
        </Box>
      </Collapse>
    </Box>
  )
}
