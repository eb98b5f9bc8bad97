// The actions of an invoice in one row: what can be done as buttons where there is room, and a menu of the rest.
import { Button, Group, Menu, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { allows, useMay, useTenant } from '../../api/tenant.ts'
import { ActionButton } from '../../dialog/action-button.tsx'
import { IconDots, IconExternalLink } from '../../icons.tsx'
import { useMessages } from '../../text/locale.tsx'
import { usePermissionText } from '../../text/permission-text.ts'
import { messages } from './messages.ts'

export interface Offer {
  name: string
  label: string
  /** The scope it needs. */
  permission: string
  /** Why the state of the invoice does not allow it, where that is so. */
  reason: string | undefined
  /** The one that stands out. */
  primary: boolean
  start: () => void
}

interface ActionBarProps {
  offers: readonly Offer[]
  /** Where the document is. */
  pdf: string
}

export function ActionBar({ offers, pdf }: ActionBarProps) {
  const m = useMessages(messages)
  const isNarrow = useMediaQuery('(max-width: 48em)') ?? false
  const { membership } = useTenant()
  const possible = offers.filter(
    ({ reason, permission }) => !reason && allows(membership.scopes, permission),
  )
  const first = possible.find(({ primary }) => primary) ?? possible[0]
  const shown = isNarrow ? possible.filter((offer) => offer === first) : possible
  return (
    <Group gap="xs" className="action-bar">
      {shown.map((offer) => (
        <OfferButton key={offer.name} offer={offer} grow={isNarrow} />
      ))}
      {!isNarrow && (
        <Button
          component="a"
          href={pdf}
          target="_blank"
          size="xs"
          variant="default"
          rightSection={<IconExternalLink size={14} aria-hidden />}
        >
          {m.pdf}
        </Button>
      )}
      <More
        offers={offers.filter((offer) => !shown.includes(offer))}
        pdf={isNarrow ? pdf : undefined}
      />
    </Group>
  )
}

function OfferButton({ offer, grow = false }: { offer: Offer; grow?: boolean }) {
  const { label, permission, reason, primary, start } = offer
  return (
    <ActionButton
      permission={permission}
      reason={reason}
      size={grow ? 'sm' : 'xs'}
      variant={primary ? 'filled' : 'default'}
      {...(grow && { flex: '1 1 auto' })}
      onClick={start}
    >
      {label}
    </ActionButton>
  )
}

interface MoreProps {
  offers: readonly Offer[]
  /** Where it stands in the menu as well. */
  pdf: string | undefined
}

/** What stands in no button: for want of room, or because it cannot be done now, and why. */
function More({ offers, pdf }: MoreProps) {
  const m = useMessages(messages)
  if (offers.length === 0 && !pdf) return null
  return (
    <Menu
      position="bottom-end"
      width={280}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Button
          size={pdf ? 'sm' : 'xs'}
          variant="default"
          flex="none"
          leftSection={<IconDots size={16} aria-hidden />}
        >
          {m.otherActions}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {offers.map((offer) => (
          <OfferItem key={offer.name} offer={offer} />
        ))}
        {pdf && offers.length > 0 && <Menu.Divider />}
        {pdf && (
          <Menu.Item
            component="a"
            href={pdf}
            target="_blank"
            rightSection={<IconExternalLink size={14} aria-hidden />}
          >
            {m.pdf}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** What cannot be done says why beneath its name: a finger cannot hover. */
function OfferItem({ offer }: { offer: Offer }) {
  const { label, permission, reason, start } = offer
  const textOf = usePermissionText()
  const may = useMay(permission)
  const why = may ? reason : textOf(permission)
  if (!why) return <Menu.Item onClick={start}>{label}</Menu.Item>
  return (
    <Menu.Item aria-disabled closeMenuOnClick={false} onClick={(event) => event.preventDefault()}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text size="xs" c="dimmed">
        {why}
      </Text>
    </Menu.Item>
  )
}
