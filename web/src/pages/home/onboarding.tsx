// The setup checklist, each step with its page; hidden once all are done, or on request.
import { Alert, Box, Button, Group, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { usePagePath, useTenant } from '../../api/tenant.ts'
import { IconCircle, IconCircleCheck } from '../../icons.tsx'
import { ApiCall } from '../../page/api-call.tsx'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { messages } from './messages.ts'
import { type Step, useSteps } from './onboarding-steps.ts'

/** Stored in the browser per account and mode: hidden by the user, or all done once. */
const nameOf = (surface: string) => `reckoner-onboarding:${surface}`

function isOver(surface: string): boolean {
  try {
    return localStorage.getItem(nameOf(surface)) !== null
  } catch {
    return false
  }
}

function end(surface: string): void {
  try {
    localStorage.setItem(nameOf(surface), 'over')
  } catch {
    // Storage can be disabled; then the list returns after a reload.
  }
}

export function Onboarding() {
  const { surface } = useTenant()
  const [over, setOver] = useState(() => isOver(surface))
  if (over) return null
  const hide = () => {
    end(surface)
    setOver(true)
  }
  return <Checklist hide={hide} />
}

function Checklist({ hide }: { hide: () => void }) {
  const m = useMessages(messages)
  const format = useFormat()
  const { mode, surface } = useTenant()
  const steps = useSteps()
  const next = steps?.find(({ done }) => !done)
  // A user who is allowed no step has not completed them all.
  const complete = steps !== undefined && steps.length > 0 && next === undefined
  useEffect(() => {
    if (complete) end(surface)
  }, [complete, surface])
  if (!steps || !next) return null
  const done = steps.filter((step) => step.done).length
  // The first remaining call: developers start there, whatever else remains to be done.
  const nextCall = steps.find((step) => !step.done && step.call)
  return (
    <Paper withBorder p="md" bg="var(--r-surface)" component="section" aria-label={m.setup}>
      <Group justify="space-between" mb="sm">
        <div>
          <Title order={2}>{m.setup}</Title>
          <Text size="sm" c="dimmed">
            {m.setupDone(format.number(done), format.number(steps.length))}
          </Text>
        </div>
        <Button variant="subtle" size="compact-sm" onClick={hide}>
          {m.hideSetup}
        </Button>
      </Group>
      {mode === 'live' && (
        <Alert variant="default" mb="md">
          {m.firstRunLive}
        </Alert>
      )}
      <Stack gap="sm" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {steps.map((step) => (
          <OneStep
            key={step.name}
            step={step}
            isNext={step === next}
            showsCall={step === nextCall}
          />
        ))}
      </Stack>
    </Paper>
  )
}

interface OneStepProps {
  step: Step
  isNext: boolean
  showsCall: boolean
}

function OneStep({ step, isNext, showsCall }: OneStepProps) {
  const { name, done, to, search, skip, call } = step
  const m = useMessages(messages)
  const { account, mode } = useTenant()
  const pathOf = usePagePath()
  const { title, text, button } = m.setupSteps[name]
  const Icon = done ? IconCircleCheck : IconCircle
  // Live keys are created in live mode.
  const href = name === 'live' ? `/${account}/live/${to}` : pathOf(to)
  return (
    <Group component="li" wrap="nowrap" align="flex-start" gap="sm" data-step={name}>
      <Box c={done ? 'teal.7' : 'dimmed'} pt={1}>
        <Icon size={20} stroke={1.6} aria-hidden />
      </Box>
      <div style={{ flex: 1, minWidth: 0 }}>
        <Group justify="space-between" gap="xs" align="flex-start">
          <Box flex="1 1 14rem">
            <Text size="sm" fw={isNext ? 600 : 400} c={done ? 'dimmed' : undefined}>
              {title}
              {done && <VisuallyHidden> – {m.done}</VisuallyHidden>}
            </Text>
            {!done && (
              <Text size="sm" c="dimmed">
                {name === 'business' && mode === 'live' ? m.setupBusinessLive : text}
              </Text>
            )}
          </Box>
          {!done && skip && (
            <Button size="compact-sm" variant="subtle" onClick={skip}>
              {m.skipTax}
            </Button>
          )}
          {!done && (
            <Button
              size="compact-sm"
              variant={isNext ? 'filled' : 'default'}
              renderRoot={(props) => (
                <Link to={href} {...(search && { search: search as never })} {...props} />
              )}
            >
              {name === 'invoice' && to !== 'invoices/new' ? m.setupDraft : button}
            </Button>
          )}
        </Group>
        {showsCall && call && <ApiCall call={call} unfolded />}
      </div>
    </Group>
  )
}
