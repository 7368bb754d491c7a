/** A form's check of a field with a whole address. @returns true, or what to say */
export function webAddress(example: string): (text: string) => true | string {
  return (text) => (URL.canParse(text) && /^https?:/.test(text)) || `Enter a whole address, such as ${example}.`;
}
