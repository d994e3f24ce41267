/** The properties of all files draw from the one seed that the configuration of Vitest chose for this run. */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['PROPERTY_SEED']) });
