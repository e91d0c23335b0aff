/** Returns true when a request's URL is one of the API, be there a route for it or not. */
export const isApiPath = (url: string): boolean => /^\/api(?:[/?]|$)/.test(url)
