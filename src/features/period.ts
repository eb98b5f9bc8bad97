// The schema of a period.

import { Type } from 'typebox'
import { Timestamp } from '../platform/http/shapes.ts'

export const PeriodShown = Type.Object(
  { start: Timestamp, end: Timestamp },
  { title: 'Period', additionalProperties: false },
)
