/** What every control has that lets choose one of several. */
export interface Choosing<T> {
  label: string;
  /** For eyes the surroundings say it already. */
  hideLabel?: boolean;
  value: T;
  options: readonly { value: T; label: string }[];
  help?: string | undefined;
  disabled?: boolean;
  /** Its return value is awaited. */
  onchange?: ((value: T) => unknown) | undefined;
}
