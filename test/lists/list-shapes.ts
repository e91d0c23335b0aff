import { DOUBTFUL_SHAPES } from './doubtful-shapes.ts'
import { EXPORT_SHAPES } from './export-shapes.ts'
import { LATE_SHAPES } from './late-shapes.ts'
import { MORE_SHAPES } from './more-shapes.ts'

export const LIST_SHAPES = [...EXPORT_SHAPES, ...DOUBTFUL_SHAPES, ...MORE_SHAPES, ...LATE_SHAPES]
