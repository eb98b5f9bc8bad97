// The actions of an invoice in one row: available ones as buttons where there is room, the others in a menu.
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
  permission: string
  /** Why the invoice's state does not allow it, if so. */
  reason: string | undefined
  /** The highlighted action. */
  primary: boolean
  start: () => void
}

interface ActionBarProps {
  offers: readonly Offer[]
  /** The URL of the document. */
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
  /** The PDF's URL, if the menu has it as well. */
  pdf: string | undefined
}

/** The actions without a button: those that do not fit, and unavailable ones with the reason. */
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

/** Unavailable actions show the reason below the name, as touch screens cannot hover. */
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
