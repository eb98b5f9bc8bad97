// The messages of the event feed.
import { defineMessages } from '../../text/locale.tsx'

export const messages = defineMessages({
  en: {
    title: 'Events',
    about:
      'Everything that happened, in order and without a gap: the same feed that programs read.',
    nothing: 'Nothing has happened yet. Create a customer, and it stands here.',
    first: 'New customer',
    noMatch: 'Nothing of this type.',
    type: 'Type',
    typeAbout: 'Such as invoice.paid, or invoice.* for a family',
    show: 'Show',
    payload: (sequence: string) => `Event ${sequence} as it is sent`,
    open: 'Open',
    id: 'Id',
    object: 'Object',
    at: 'When',
    sequence: 'Place in the feed',
    sent: 'What is sent',
    deliveries: 'Deliveries',
    older: 'Older',
    newest: 'Newest',
  },
  fr: {
    title: 'Événements',
    about:
      'Tout ce qui s’est passé, dans l’ordre et sans lacune : le même flux que lisent les programmes.',
    nothing: 'Il ne s’est encore rien passé. Créez un client, et il figurera ici.',
    first: 'Nouveau client',
    noMatch: 'Rien de ce type.',
    type: 'Type',
    typeAbout: 'Par exemple invoice.paid, ou invoice.* pour une famille',
    show: 'Afficher',
    payload: (sequence) => `L’événement ${sequence} tel qu’il est envoyé`,
    open: 'Ouvrir',
    id: 'Identifiant',
    object: 'Objet',
    at: 'Quand',
    sequence: 'Place dans le flux',
    sent: 'Ce qui est envoyé',
    deliveries: 'Livraisons',
    older: 'Plus anciens',
    newest: 'Les plus récents',
  },
})
