// The messages of the audit log.
import { defineMessages } from '../../text/locale.tsx'

export const messages = defineMessages({
  en: {
    title: 'Audit log',
    about:
      'Every change by a key, a person or a command. What falls due by itself is among the events.',
    empty: 'Nothing has been changed yet. Every change will stand here, with who made it.',
    at: 'When',
    who: 'Who',
    action: 'What',
    object: 'Object',
    address: 'Address',
    request: 'Request',
    show: 'Show',
    actor: 'Key or person (id)',
    objectId: 'Object (id)',
    between: 'Between',
    changed: (properties: string) => `Changed: ${properties}`,
    command: (who: string) => `Command line, ${who}`,
  },
  fr: {
    title: 'Journal d’audit',
    about:
      'Chaque modification faite par une clé, une personne ou une commande. Ce qui arrive de soi-même à échéance est parmi les événements.',
    empty: 'Rien n’a encore été modifié. Chaque modification figurera ici, avec son auteur.',
    at: 'Quand',
    who: 'Qui',
    action: 'Quoi',
    object: 'Objet',
    address: 'Adresse',
    request: 'Requête',
    show: 'Afficher',
    actor: 'Clé ou personne (identifiant)',
    objectId: 'Objet (identifiant)',
    between: 'Entre',
    changed: (properties) => `Modifié : ${properties}`,
    command: (who) => `Ligne de commande, ${who}`,
  },
})
