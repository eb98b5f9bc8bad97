// The tabs of a page, the open one in the address.
import { Tabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useSearchState } from './search-state.ts'

export interface Tab {
  /** As it stands in the address. */
  name: string
  label: string
  content: ReactNode
}

export function PageTabs({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  const [search, change] = useSearchState()
  const open = tabs.find(({ name }) => name === search.tab) ?? tabs[0]
  const list = useRef<HTMLDivElement>(null)
  // Where they are wider than the screen, the open one may lie beyond its edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each tab that is opened.
  useEffect(() => {
    const active = list.current?.querySelector('[aria-selected=true]')
    active?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [open?.name])
  return (
    <Tabs
      value={open?.name ?? null}
      keepMounted={false}
      onChange={(name) =>
        change({ ...cleared(search), tab: name === tabs[0]?.name ? '' : (name ?? '') })
      }
    >
      <Tabs.List aria-label={label} mb="md" className="page-tabs" ref={list}>
        {tabs.map(({ name, label }) => (
          <Tabs.Tab key={name} value={name}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, content }) => (
        <Tabs.Panel key={name} value={name}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** Filters and cursors belong to the tab that is left. */
function cleared(search: Record<string, string>): Record<string, undefined> {
  return Object.fromEntries(Object.keys(search).map((name) => [name, undefined]))
}
