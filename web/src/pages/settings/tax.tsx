// Tax settings: automatic tax, the account's registrations, its own rates, and the built-in ones.
import { PageTabs } from '../../page/page-tabs.tsx'
import { useMessages } from '../../text/locale.tsx'
import { SettingsFrame } from './frame.tsx'
import { TaxGeneral } from './tax-general.tsx'
import { messages } from './tax-messages.ts'
import { TaxRates } from './tax-rates.tsx'
import { Registrations } from './tax-registrations.tsx'
import { TaxTable } from './tax-table.tsx'

export function TaxPage() {
  const m = useMessages(messages)
  return (
    <SettingsFrame page="tax">
      <PageTabs
        label={m.tabList}
        tabs={[
          { name: 'general', label: m.tabs.general, content: <TaxGeneral /> },
          { name: 'registrations', label: m.tabs.registrations, content: <Registrations /> },
          { name: 'rates', label: m.tabs.rates, content: <TaxRates /> },
          { name: 'table', label: m.tabs.table, content: <TaxTable /> },
        ]}
      />
    </SettingsFrame>
  )
}
