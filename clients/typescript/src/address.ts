// Where a service is and what it is opened with, looked at before anything is sent. Errors never show a key.

/** @throws TypeError when it is no URL of HTTP */
export function serviceUrl(baseUrl: string): URL {
  const url = new URL(baseUrl);
  // `localhost:8080` is a URL, too, of a scheme that nobody knows.
  if (!/^https?:$/.test(url.protocol)) throw new TypeError(`baseUrl begins with ${url.protocol}, not http: or https:`);
  return url;
}

/**
 * The value of the `authorization` header.
 * @throws TypeError when the key is empty or cannot travel in a header: what sends it would say so and show it
 */
export function bearer(apiKey: string): string {
  if (typeof apiKey !== "string" || apiKey === "") throw new TypeError("apiKey is empty");
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError("apiKey holds spaces or what is not ASCII");
  return `Bearer ${apiKey}`;
}
