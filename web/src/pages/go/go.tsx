// The page of whatever an id names: ids say by their beginning what they are.
import { Alert } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { usePagePath } from '../../api/tenant.ts'
import { CopyText } from '../../parts/copy-text.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { defineWords, useWords } from '../../words/language.tsx'

const words = defineWords({
  en: {
    title: 'No page for this id',
    text: 'An id begins with what it is, such as cus_, inv_ or pay_; this one begins with none that has a page.',
  },
  fr: {
    title: 'Pas de page pour cet identifiant',
    text: 'Un identifiant commence par ce qu’il est, comme cus_, inv_ ou pay_ ; celui-ci ne commence par aucun qui ait une page.',
  },
})

const PAGE_OF: Readonly<Record<string, (id: string) => string>> = {
  cus: (id) => `customers/${id.replace('cus_', '')}`,
  prod: (id) => `products/${id}`,
  inv: (id) => `invoices/${id}`,
  pay: (id) => `payments/${id}`,
  eml: (id) => `mails/${id}`,
  evt: (id) => `events/${id}`,
  whe: (id) => `webhooks/${id}`,
  req: (id) => `developers/requests/${id}`,
}

export function GoPage() {
  const w = useWords(words)
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const pathOf = usePagePath()
  const navigate = useNavigate()
  // A number by itself is a customer's.
  const page = /^\d+$/.test(id) ? PAGE_OF.cus : PAGE_OF[id.split('_')[0] ?? '']
  const goal = page && pathOf(page(encodeURIComponent(id)))
  useEffect(() => {
    if (goal) void navigate({ href: goal, replace: true })
  }, [goal, navigate])
  if (goal) return null
  return (
    <>
      <PageTitle>{w.title}</PageTitle>
      <Alert mb="md">{w.text}</Alert>
      <CopyText text={id} />
    </>
  )
}
