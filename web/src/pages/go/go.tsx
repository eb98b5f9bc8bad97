// Redirects from an ID to its page; the prefix of an ID shows its type.
import { Alert } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { usePagePath } from '../../api/tenant.ts'
import { PageTitle } from '../../page/page-title.tsx'
import { CopyText } from '../../text/copy-text.tsx'
import { defineMessages, useMessages } from '../../text/locale.tsx'
import { pageOf } from '../../text/object-link.tsx'

const messages = defineMessages({
  en: {
    title: 'No page for this ID',
    text: 'This ID doesn’t match a page. IDs start with a prefix such as cus_, inv_ or pay_.',
  },
  fr: {
    title: 'Pas de page pour cet identifiant',
    text: 'Un identifiant commence par ce qu’il est, comme cus_, inv_ ou pay_ ; celui-ci ne commence par aucun qui ait une page.',
  },
})

export function GoPage() {
  const m = useMessages(messages)
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const pathOf = usePagePath()
  const navigate = useNavigate()
  const page = pageOf(id)
  const goal = page && pathOf(page)
  useEffect(() => {
    if (goal) void navigate({ href: goal, replace: true })
  }, [goal, navigate])
  if (goal) return null
  return (
    <>
      <PageTitle>{m.title}</PageTitle>
      <Alert mb="md">{m.text}</Alert>
      <CopyText text={id} />
    </>
  )
}
