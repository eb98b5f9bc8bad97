// The books: entries, trial balance, ages of what is owed, and the proof that all of it agrees.
import { Button, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTenant } from '../../api/tenant.ts'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { useWords } from '../../words/language.tsx'
import { Ageing } from './ageing.tsx'
import { Balance } from './balance.tsx'
import { Entries } from './entries.tsx'
import { Verifying } from './verification.tsx'
import { words } from './words.ts'

export function LedgerPage() {
  const w = useWords(words)
  const { surface } = useTenant()
  const journal = (
    <Tooltip label={w.journalHint}>
      <Button
        component="a"
        href={`${surface}/ledger/journal.csv`}
        download
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        {w.journal}
      </Button>
    </Tooltip>
  )
  return (
    <>
      <PageTitle actions={journal}>{w.title}</PageTitle>
      <PageTabs
        label={w.parts}
        tabs={[
          { name: 'entries', label: w.tabs.entries, content: <Entries /> },
          { name: 'balance', label: w.tabs.balance, content: <Balance /> },
          { name: 'ageing', label: w.tabs.ageing, content: <Ageing /> },
          { name: 'verification', label: w.tabs.verification, content: <Verifying /> },
        ]}
      />
    </>
  )
}
