// The messages of the event pages.
import { defineMessages } from '../../text/locale.tsx'

export const messages = defineMessages({
  en: {
    title: 'Events',
    about: 'Everything that happened, in order and without gaps. The API returns the same feed.',
    nothing: 'No events yet. Create a customer to see the first one.',
    first: 'New customer',
    noMatch: 'No events match these filters.',
    type: 'Type',
    payload: (sequence: string) => `Payload of event ${sequence}`,
    open: 'Open',
    id: 'ID',
    object: 'Object',
    at: 'Time',
    sequence: 'Sequence',
    sent: 'Payload',
    reduced: 'You cannot view this object, so only its ID is shown. Ask an admin.',
    deliveries: 'Deliveries',
    older: 'Older',
    newest: 'Newest',
    customer: 'Customer',
    objectId: 'Object ID',
  },
  fr: {
    title: 'Événements',
    about:
      'Tout ce qui s’est passé, dans l’ordre et sans lacune : le même flux que lisent les programmes.',
    nothing: 'Il ne s’est encore rien passé. Créez un client, et il figurera ici.',
    first: 'Nouveau client',
    noMatch: 'Aucun événement ne correspond à ces filtres.',
    type: 'Type',
    payload: (sequence) => `L’événement ${sequence} tel qu’il est envoyé`,
    open: 'Ouvrir',
    id: 'Identifiant',
    object: 'Objet',
    at: 'Date',
    sequence: 'Numéro d’ordre',
    sent: 'Contenu',
    reduced:
      'Vous ne pouvez pas voir cet objet : seul son identifiant est affiché. Demandez à un administrateur.',
    deliveries: 'Livraisons',
    older: 'Plus anciens',
    newest: 'Les plus récents',
    customer: 'Client',
    objectId: 'Identifiant de l’objet',
  },
})
