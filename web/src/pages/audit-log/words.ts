// The words of the audit log.
import { defineWords } from '../../words/language.tsx'

export const words = defineWords({
  en: {
    title: 'Audit log',
    about: 'Every change by a key or a person. What falls due by itself is among the events.',
    empty: 'Nothing has been changed yet. Every change will stand here, with who made it.',
    at: 'When',
    who: 'Who',
    action: 'What',
    object: 'Of what',
    address: 'From',
    request: 'Request',
    show: 'Show',
    actor: 'Key or person (id)',
    objectId: 'Object (id)',
    between: 'Between',
  },
  fr: {
    title: 'Journal d’audit',
    about:
      'Chaque modification par une clé ou une personne. Ce qui échoit de soi-même est parmi les événements.',
    empty: 'Rien n’a encore été modifié. Chaque modification figurera ici, avec son auteur.',
    at: 'Quand',
    who: 'Qui',
    action: 'Quoi',
    object: 'De quoi',
    address: 'Depuis',
    request: 'Requête',
    show: 'Afficher',
    actor: 'Clé ou personne (identifiant)',
    objectId: 'Objet (identifiant)',
    between: 'Entre',
  },
})
