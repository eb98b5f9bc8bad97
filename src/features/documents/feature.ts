// The manifest of the documents feature.

import type { Feature } from '../manifest.ts'
import { type DocumentService, documentRoutes } from './routes.ts'

export const documents: Feature<DocumentService> = {
  name: 'documents',
  routes: documentRoutes,
}
