/** How the tables of unit names are laid out. */
/** The columns of a row: unit identifiers of CLDR. */
export const unitColumns = {
  small: ['milligram', 'microgram', 'tonne', 'decimeter', 'micrometer', 'nanometer'],
  space: [
    'square-meter',
    'square-kilometer',
    'square-centimeter',
    'cubic-meter',
    'cubic-centimeter',
    'centiliter',
    'deciliter',
    'hectoliter',
  ],
  power: ['kelvin', 'watt', 'kilowatt', 'megawatt', 'gigawatt', 'kilowatt-hour', 'volt', 'ampere', 'milliampere'],
  others: [
    'hertz',
    'kilohertz',
    'megahertz',
    'gigahertz',
    'joule',
    'kilojoule',
    'kilocalorie',
    'pascal',
    'hectopascal',
    'bar',
    'newton',
    'pixel',
    'megapixel',
    'horsepower',
  ],
} as const;

/**
 * The names of one language: for each group its columns, divided by semicolons. Forms of the plural are divided by slashes
 * (`formOf`); `{0}` stands for a number that does not come first.
 */
export type UnitRow = Readonly<Record<keyof typeof unitColumns, string>>;
