/**
 * The databases that Ferry runs on. The SQL is the same wherever it can be; where not, it depends on this.
 */
export type Dialect = 'sqlite' | 'postgres'
