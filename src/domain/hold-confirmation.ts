/** The words that have to be typed before payments on hold are sent again. */
export const HOLD_CONFIRMATION = 'not paid'
