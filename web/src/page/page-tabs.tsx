// The tabs of a page; the open one is in the URL.
import { Tabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useSearchState } from './search-state.ts'

export interface Tab {
  /** The name in the URL. */
  name: string
  label: string
  content: ReactNode
}

export function PageTabs({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  const [search, change] = useSearchState()
  const open = tabs.find(({ name }) => name === search.tab) ?? tabs[0]
  const list = useRef<HTMLDivElement>(null)
  // Where the tabs are wider than the screen, the open one can be out of view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each tab that is opened.
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

/** Filters and cursors belong to the previous tab. */
function cleared(search: Record<string, string>): Record<string, undefined> {
  return Object.fromEntries(Object.keys(search).map((name) => [name, undefined]))
}
