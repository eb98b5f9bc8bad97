// The messages of the audit log.
import { defineMessages } from '../../text/locale.tsx'

export const messages = defineMessages({
  en: {
    title: 'Audit log',
    about:
      'Every change made by an API key, a member or the command line. Automatic changes appear under Events.',
    empty: 'No changes yet. Each change and who made it will appear here.',
    at: 'Time',
    who: 'Actor',
    action: 'Action',
    object: 'Object',
    address: 'IP address',
    request: 'Request',
    show: 'Show',
    actor: 'Key or user ID',
    objectId: 'Object ID',
    between: 'Date',
    changed: (properties: string) => `Changed: ${properties}`,
    command: (who: string) => `Command line, ${who}`,
  },
  fr: {
    title: 'Journal d’audit',
    about:
      'Chaque modification faite par une clé, une personne ou une commande. Ce qui arrive de soi-même à échéance est parmi les événements.',
    empty: 'Rien n’a encore été modifié. Chaque modification figurera ici, avec son auteur.',
    at: 'Date',
    who: 'Auteur',
    action: 'Action',
    object: 'Objet',
    address: 'Adresse IP',
    request: 'Requête',
    show: 'Afficher',
    actor: 'Clé ou personne (identifiant)',
    objectId: 'Objet (identifiant)',
    between: 'Date',
    changed: (properties) => `Modifié : ${properties}`,
    command: (who) => `Ligne de commande, ${who}`,
  },
})
