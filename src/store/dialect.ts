/** The databases that Ferry runs on. The SQL is the same wherever it can be; where not, this tells which to write. */
export type Dialect = 'sqlite' | 'postgres'
