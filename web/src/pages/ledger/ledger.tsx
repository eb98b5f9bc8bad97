// The books: entries, trial balance, ageing, and verification.
import { Button, Tooltip } from '@mantine/core'
import { useTenant } from '../../api/tenant.ts'
import { IconDownload } from '../../icons.tsx'
import { PageTabs } from '../../page/page-tabs.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { useMessages } from '../../text/locale.tsx'
import { Ageing } from './ageing.tsx'
import { Balance } from './balance.tsx'
import { Entries } from './entries.tsx'
import { messages } from './messages.ts'
import { Verifying } from './verification.tsx'

export function LedgerPage() {
  const m = useMessages(messages)
  const { surface } = useTenant()
  const journal = (
    <Tooltip label={m.journalHint}>
      <Button
        component="a"
        href={`${surface}/ledger/journal.csv`}
        download
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        {m.journal}
      </Button>
    </Tooltip>
  )
  return (
    <>
      <PageTitle actions={journal}>{m.title}</PageTitle>
      <PageTabs
        label={m.tabList}
        tabs={[
          { name: 'entries', label: m.tabs.entries, content: <Entries /> },
          { name: 'balance', label: m.tabs.balance, content: <Balance /> },
          { name: 'ageing', label: m.tabs.ageing, content: <Ageing /> },
          { name: 'verification', label: m.tabs.verification, content: <Verifying /> },
        ]}
      />
    </>
  )
}
