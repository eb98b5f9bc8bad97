// What can be done about members, each in its dialog.
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ROLES, type Role } from '../../../../src/domain/roles.ts'
import type { Member } from '../../api/types.ts'
import type { Shown } from '../../parts/api-call.tsx'
import { DeedDialog } from '../../parts/deed-dialog.tsx'
import { useWords } from '../../words/language.tsx'
import { words } from './words.ts'

export type MemberDeed = 'invite' | 'change' | 'link' | 'show' | 'remove'

export interface Asked {
  deed: MemberDeed
  /** Whom; nobody yet, who is invited. */
  member?: Member | undefined
}

/** Until it looks like an address nobody is asked about it; whether it is one, the server says. */
const isWhole = (email: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email.trim())

interface MemberDeedsProps extends Asked {
  /** A new link was made: to be shown, or on its way by mail. */
  onLink: (member: Member) => void
  onClose: () => void
}

export function MemberDeeds({ deed, member, onLink, onClose }: MemberDeedsProps) {
  const w = useWords(words)
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>(member?.role ?? 'viewer')
  const path = `/members/${member?.id}`
  const who = member?.name || member?.email || ''
  const calls: Record<MemberDeed, Shown> = {
    invite: { method: 'POST', path: '/members', body: { email, role } },
    change: { method: 'PATCH', path, body: { role } },
    link: { method: 'POST', path: `${path}/link` },
    show: { method: 'POST', path: `${path}/link`, body: { mail: false } },
    remove: { method: 'DELETE', path },
  }
  const titles: Record<MemberDeed, string> = {
    invite: w.inviteTitle,
    change: w.changeTitle(who),
    link: w.linkAsk(who),
    show: w.showAsk(who),
    remove: w.removeTitle(who),
  }
  const done: Record<MemberDeed, string> = {
    invite: w.invited,
    change: w.changed,
    link: w.linkMade,
    show: w.linkMade,
    remove: w.removed,
  }
  const about: Record<MemberDeed, string> = {
    invite: '',
    change: '',
    link: w.linkAskText,
    show: w.showAskText,
    remove: w.removeText,
  }
  return (
    <DeedDialog<Member>
      title={titles[deed]}
      call={calls[deed]}
      label={w[deed]}
      done={done[deed]}
      danger={deed === 'remove'}
      incomplete={deed === 'invite' && !isWhole(email)}
      onClose={onClose}
      onDone={(made) => deed !== 'change' && deed !== 'remove' && onLink(made)}
    >
      {deed === 'invite' && (
        <TextInput
          type="email"
          label={w.email}
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      )}
      {(deed === 'invite' || deed === 'change') && (
        <NativeSelect
          label={w.role}
          description={w.rolesAbout[role]}
          value={role}
          data={ROLES.map((value) => ({ value, label: w.roles[value] }))}
          onChange={(event) => setRole(event.currentTarget.value as Role)}
        />
      )}
      {about[deed] && <Text size="sm">{about[deed]}</Text>}
    </DeedDialog>
  )
}
