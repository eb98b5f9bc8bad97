// The actions on members, each in its dialog.
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ROLES, type Role } from '../../../../src/domain/roles.ts'
import type { Member } from '../../api/types.ts'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import type { Shown } from '../../page/api-call.tsx'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'

export type MemberAction = 'invite' | 'change' | 'link' | 'show' | 'remove'

export interface ChosenAction {
  action: MemberAction
  /** The member; undefined for an invitation. */
  member?: Member | undefined
}

/** True if the text looks like an address, so that a dry run makes sense; the server validates it. */
const isWhole = (email: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email.trim())

interface MemberActionsProps extends ChosenAction {
  /** Called with a new link, which is shown or emailed. */
  onLink: (member: Member) => void
  onClose: () => void
}

export function MemberActions({ action, member, onLink, onClose }: MemberActionsProps) {
  const m = useMessages(messages)
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>(member?.role ?? 'viewer')
  const path = `/members/${member?.id}`
  const who = member?.name || member?.email || ''
  const calls: Record<MemberAction, Shown> = {
    invite: { method: 'POST', path: '/members', body: { email, role } },
    change: { method: 'PATCH', path, body: { role } },
    link: { method: 'POST', path: `${path}/link` },
    show: { method: 'POST', path: `${path}/link`, body: { mail: false } },
    remove: { method: 'DELETE', path },
  }
  const titles: Record<MemberAction, string> = {
    invite: m.inviteTitle,
    change: m.changeTitle(who),
    link: m.linkAsk(who),
    show: m.showAsk(who),
    remove: m.removeTitle(who),
  }
  const done: Record<MemberAction, string> = {
    invite: m.invited,
    change: m.changed,
    link: m.linkMade,
    show: m.linkMade,
    remove: m.removed,
  }
  const about: Record<MemberAction, string> = {
    invite: '',
    change: '',
    link: m.linkAskText,
    show: m.showAskText,
    remove: m.removeText,
  }
  return (
    <ActionDialog<Member>
      title={titles[action]}
      call={calls[action]}
      label={m[action]}
      done={done[action]}
      danger={action === 'remove'}
      incomplete={action === 'invite' && !isWhole(email)}
      onClose={onClose}
      onDone={(made) => action !== 'change' && action !== 'remove' && onLink(made)}
    >
      {action === 'invite' && (
        <TextInput
          type="email"
          label={m.email}
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      )}
      {(action === 'invite' || action === 'change') && (
        <NativeSelect
          label={m.role}
          description={m.rolesAbout[role]}
          value={role}
          data={ROLES.map((value) => ({ value, label: m.roles[value] }))}
          onChange={(event) => setRole(event.currentTarget.value as Role)}
        />
      )}
      {about[action] && <Text size="sm">{about[action]}</Text>}
    </ActionDialog>
  )
}
