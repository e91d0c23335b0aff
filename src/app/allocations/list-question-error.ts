import type { ListPreview } from '#domain/list-preview.ts'
import { PortalError } from '#domain/portal-error.ts'

/** What a person is asked before a list is published. */
export interface ListAsked {
  uploadId: string
  preview: ListPreview
  /** The words to type; null for none. */
  confirm: string | null
}

/** A list was not published: a person has to look at it, and to say so. */
export class ListQuestionError extends PortalError<'needs_confirmation' | 'list_published_meanwhile'> {
  readonly asked: ListAsked

  constructor(asked: ListAsked, isOtherInForce = false) {
    const { confirm } = asked
    if (isOtherInForce) super('list_published_meanwhile')
    else
      super('needs_confirmation', {
        why: 'The list was not published: look at what it changes, and at what is odd about it.',
        confirm,
      })
    this.asked = asked
  }
}
