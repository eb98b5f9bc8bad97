// Where the demo's customers are: invented streets in real towns, so that documents look as they do there. Email
// addresses end in .example, which is reserved (RFC 2606).

export interface Place {
  country: string
  /** The currency of invoices to this place. */
  currency: 'cad' | 'usd' | 'eur' | 'gbp'
  language: 'en' | 'fr' | ''
  /** The percentage of customers in this place. */
  weight: number
  towns: readonly (readonly [city: string, state: string, postalCode: string])[]
  streets: readonly string[]
  /** A company name is one of each list, followed by the ending. */
  names: readonly string[]
  trades: readonly string[]
  endings: readonly string[]
  people: readonly string[]
  dialling: string
  /** How customers there pay, the most common first. */
  methods: readonly ('card' | 'bank_transfer' | 'cheque')[]
}

const english = {
  streets: [
    'Water Street',
    'Mill Road',
    'Station Road',
    'Orchard Lane',
    'High Street',
    'Elm Avenue',
  ],
  trades: [
    'Physio',
    'Dental',
    'Yoga',
    'Veterinary',
    'Music School',
    'Barbers',
    'Optical',
    'Climbing',
  ],
  people: [
    ...['Amara Okafor', 'Daniel Reid', 'Grace Liu', 'Hannah Doyle', 'Imran Shah', 'Jo MacNeil'],
    ...['Kara Novak', 'Liam Byrne', 'Priya Nair', 'Tomas Vega'],
  ],
} as const
const french = {
  streets: [
    'rue des Érables',
    'rue du Port',
    'avenue des Pins',
    'rue Saint-Paul',
    'rue de la Gare',
  ],
  people: [
    ...['Élodie Tremblay', 'Marc-André Roy', 'Noémie Gagnon', 'Benoît Côté', 'Inès Moreau'],
    ...['Camille Lefèvre', 'Youssef Benali'],
  ],
} as const

export const PLACES: readonly Place[] = [
  {
    ...english,
    country: 'CA',
    currency: 'cad',
    language: '',
    weight: 46,
    towns: [
      ['Halifax', 'NS', 'B3H 1A1'],
      ['Moncton', 'NB', 'E1C 1B2'],
      ['Toronto', 'ON', 'M5V 2T6'],
      ['Winnipeg', 'MB', 'R3C 0V8'],
      ['Calgary', 'AB', 'T2P 1J9'],
      ['Victoria', 'BC', 'V8W 1P6'],
    ],
    names: [
      ...[
        'Fundy',
        'Maple',
        'Bluenose',
        'Northumberland',
        'Prairie',
        'Juniper',
        'Cedar',
        'Lakeside',
      ],
      ...['Driftwood', 'Birchmount', 'Foothills', 'Salt Marsh'],
    ],
    endings: ['Ltd.', 'Inc.', 'Co-operative', ''],
    dialling: '+1 902 555',
    methods: ['bank_transfer', 'card', 'cheque'],
  },
  {
    ...french,
    country: 'CA',
    currency: 'cad',
    language: 'fr',
    weight: 18,
    towns: [
      ['Québec', 'QC', 'G1R 2B5'],
      ['Montréal', 'QC', 'H2Y 1C6'],
      ['Trois-Rivières', 'QC', 'G9A 2G4'],
      ['Sherbrooke', 'QC', 'J1H 4L5'],
    ],
    names: [
      ...['Clinique', 'Studio', 'Centre', 'Atelier', 'École'],
      ...['Coopérative', 'Espace', 'Salon'],
    ],
    trades: ['du Fleuve', 'Laurier', 'des Cantons', 'Boréal', 'Belle-Rive', 'du Vieux-Port'],
    endings: ['inc.', 'ltée', ''],
    dialling: '+1 418 555',
    methods: ['bank_transfer', 'cheque', 'card'],
  },
  {
    ...english,
    country: 'US',
    currency: 'usd',
    language: 'en',
    weight: 18,
    towns: [
      ['Portland', 'ME', '04101'],
      ['Burlington', 'VT', '05401'],
      ['Providence', 'RI', '02903'],
      ['Boston', 'MA', '02110'],
    ],
    names: ['Acadia', 'Granite', 'Harbor', 'Sugarloaf', 'Old Mill', 'Lighthouse', 'Green Mountain'],
    endings: ['LLC', 'Inc.', ''],
    dialling: '+1 207 555',
    methods: ['card', 'bank_transfer', 'cheque'],
  },
  {
    ...french,
    country: 'FR',
    currency: 'eur',
    language: 'fr',
    weight: 7,
    towns: [
      ['Lyon', '', '69002'],
      ['Nantes', '', '44000'],
      ['Rennes', '', '35000'],
    ],
    names: ['Cabinet', 'Studio', 'Maison', 'Atelier'],
    trades: ['Bellecour', 'de la Loire', 'Bretagne', 'des Lumières', 'Perrache'],
    endings: ['SARL', 'SAS'],
    dialling: '+33 1 99 00',
    methods: ['bank_transfer'],
  },
  {
    ...english,
    country: 'GB',
    currency: 'gbp',
    language: 'en',
    weight: 6,
    towns: [
      ['Bristol', '', 'BS1 4ST'],
      ['York', '', 'YO1 7HH'],
    ],
    names: ['Abbey', 'Canal Street', 'Foxglove', 'Harrow'],
    endings: ['Ltd', 'LLP'],
    dialling: '+44 117 496',
    methods: ['bank_transfer', 'card'],
  },
  {
    country: 'DE',
    currency: 'eur',
    language: 'en',
    weight: 5,
    towns: [
      ['Köln', '', '50667'],
      ['Leipzig', '', '04109'],
    ],
    streets: ['Lindenstraße', 'Bahnhofstraße', 'Am Mühlbach'],
    names: ['Praxis', 'Studio', 'Tanzschule', 'Zentrum'],
    trades: ['Rheinufer', 'Südstadt', 'Lindenau', 'am Dom'],
    endings: ['GmbH', 'UG'],
    people: ['Jürgen Weiß', 'Sabine Krüger', 'Miriam Schäfer'],
    dialling: '+49 221 9000',
    methods: ['bank_transfer'],
  },
]
