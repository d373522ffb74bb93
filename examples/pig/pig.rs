//! Pig, in Rust: one rolls a die as often as one dares. A one loses what was rolled in this turn; whoever stops keeps it.
//! First to fifty. (J. Scarne, 1945.)
//!
//! The contract is C: bindgen makes `contract.rs` of its headers, and this file has what the SDK's macros are in C. The
//! state is a `#[repr(C)]` struct without padding, with a row of the field table for each member.
#![allow(non_camel_case_types, non_snake_case, non_upper_case_globals, dead_code, clippy::all)]

mod contract {
    include!(env!("CONTRACT"));
}
use contract::*;

const SEATS: usize = 4;
const GOAL: u16 = 50;

#[repr(C)]
struct Pig {
    points: [u16; SEATS],
    rolled: u16, // in this turn
    active: u8,
    spare: u8,
}

// Ids: rows of the tables below.
const TURN: u16 = 0;
const ROLL: u16 = 0;
const STOP: u16 = 1;
const ROLLED: u16 = 0;
const LOST: u16 = 1;
const STOPPED: u16 = 2;
const POINTS: u16 = 0;

// --- the state in the block, events and steps

unsafe fn game_in<'a>(context: *const LapContext, block: *mut LapBlock) -> &'a mut Pig {
    &mut *((block as *mut u8).add((*context).segment[0] as usize) as *mut Pig)
}

unsafe fn game_of<'a>(context: *const LapContext, block: *const LapBlock) -> &'a Pig {
    &*((block as *const u8).add((*context).segment[0] as usize) as *const Pig)
}

unsafe fn tell(context: *const LapContext, block: *mut LapBlock, kind: u16, arguments: &[i16]) {
    let mut event = LapEvent { kind, knows: LAP_EVERYONE as u16, arg: [0; LAP_ARGS_MAX as usize] };
    event.arg[..arguments.len()].copy_from_slice(arguments);
    ((*(*context).host).event.unwrap())(context, block, &event);
}

unsafe fn add(actions: *mut LapActions, kind: u16, seat: u8) {
    let list = &mut *actions;
    if list.n < list.capacity {
        *list.v.add(list.n as usize) = LapAction { kind, seat, n_args: 0, arg: [0; LAP_ARGS_MAX as usize] };
    }
    list.n += 1;
}

// --- the rules

unsafe extern "C" fn actors(context: *const LapContext, block: *const LapBlock) -> u32 {
    1 << game_of(context, block).active
}

unsafe extern "C" fn legal(_: *const LapContext, _: *const LapBlock, seat: u8, actions: *mut LapActions) {
    add(actions, ROLL, seat);
    add(actions, STOP, seat);
}

unsafe fn pass(context: *const LapContext, game: &mut Pig) -> u16 {
    game.rolled = 0;
    game.active = (game.active + 1) % (*context).seats;
    LAP_STAY as u16
}

unsafe extern "C" fn apply(context: *const LapContext, block: *mut LapBlock, action: *const LapAction) -> u16 {
    let game = game_in(context, block);
    let seat = (*action).seat;
    if (*action).kind == STOP {
        game.points[seat as usize] += game.rolled;
        tell(context, block, STOPPED, &[seat as i16, game.rolled as i16, game.points[seat as usize] as i16]);
        return if game.points[seat as usize] >= GOAL { LAP_OVER as u16 } else { pass(context, game) };
    }
    let die = 1 + ((*(*context).host).below.unwrap())(context, block, 6) as u16;
    if die == 1 {
        tell(context, block, LOST, &[seat as i16, game.rolled as i16]);
        return pass(context, game);
    }
    game.rolled += die;
    tell(context, block, ROLLED, &[seat as i16, die as i16, game.rolled as i16]);
    LAP_STAY as u16
}

unsafe extern "C" fn score(context: *const LapContext, block: *const LapBlock, _final: i32) {
    for seat in 0..(*context).seats {
        let mut line: LapLine = core::mem::zeroed();
        line.kind = POINTS;
        line.knows = LAP_EVERYONE as u16;
        line.seat = seat as i8;
        line.points = game_of(context, block).points[seat as usize] as i32;
        ((*(*context).host).line.unwrap())(context, &line);
    }
}

// --- the tables that name all this. The host reads them for as long as the plugin is loaded, so they are never freed.

macro_rules! c {
    ($text:literal) => {
        concat!($text, "\0").as_ptr() as *const _
    };
}

fn table<T>(rows: Vec<T>) -> LapTable {
    let (n, stride) = (rows.len() as u32, core::mem::size_of::<T>() as u32);
    LapTable { v: Box::leak(rows.into_boxed_slice()).as_ptr() as *const _, n, stride }
}

unsafe fn field(name: *const std::os::raw::c_char, kind: u32, size: u32, offset: u32, rows: u16, visibility: u32) -> LapField {
    let mut field: LapField = core::mem::zeroed();
    field.name = name;
    field.type_ = kind as u8;
    field.visibility = visibility as u8;
    field.rows = rows;
    field.rows_are = if rows > 1 { LAP_ROWS_SEATS as u8 } else { LAP_ROWS_PLAIN as u8 };
    field.capacity = 1;
    field.offset = offset;
    field.row_stride = size;
    field.item_stride = size;
    field.count = LAP_NONE;
    field
}

unsafe fn argument(name: *const std::os::raw::c_char, kind: u32) -> LapArg {
    let mut argument: LapArg = core::mem::zeroed();
    argument.name = name;
    argument.type_ = kind as u8;
    argument
}

unsafe fn kind(name: *const std::os::raw::c_char, arguments: Vec<LapArg>) -> LapKind {
    let mut kind: LapKind = core::mem::zeroed();
    kind.name = name;
    kind.args = table(arguments);
    kind
}

unsafe fn plugin() -> LapPlugin {
    let mut turn: LapPhase = core::mem::zeroed();
    turn.name = c!("turn");
    turn.kind = LAP_PHASE_ONE as u8;
    turn.actors = Some(actors);
    turn.legal = Some(legal);
    turn.apply = Some(apply);

    let mut plugin: LapPlugin = core::mem::zeroed();
    plugin.magic = LAP_MAGIC;
    plugin.struct_size = core::mem::size_of::<LapPlugin>() as u32;
    plugin.major = LAP_API_MAJOR as u16;
    plugin.minor = LAP_API_MINOR as u16;
    plugin.seats_min = 2;
    plugin.seats_max = SEATS as u8;
    plugin.traits = LAP_CHANCE as u8;
    plugin.id = c!("pig");
    plugin.version = c!("1.0.0");
    plugin.licence = c!("MIT");
    plugin.authors = c!("The Lapidary authors");
    plugin.segment_size = core::mem::size_of::<Pig>() as u32;
    plugin.segment_align = core::mem::align_of::<Pig>() as u32;
    plugin.fields = table(vec![
        field(c!("points"), LAP_U16, 2, 0, SEATS as u16, LAP_PUBLIC),
        field(c!("rolled"), LAP_U16, 2, 2 * SEATS as u32, 1, LAP_PUBLIC),
        field(c!("active"), LAP_U8, 1, 2 * SEATS as u32 + 2, 1, LAP_PUBLIC),
        field(c!("spare"), LAP_SPARE, 1, 2 * SEATS as u32 + 3, 1, LAP_NOBODY),
    ]);
    plugin.phases = table(vec![turn]);
    plugin.actions = table(vec![kind(c!("roll"), vec![]), kind(c!("stop"), vec![])]);
    plugin.events = table(vec![
        kind(c!("rolled"), vec![argument(c!("seat"), LAP_ARG_SEAT), argument(c!("die"), LAP_ARG_NUMBER), argument(c!("sum"), LAP_ARG_NUMBER)]),
        kind(c!("lost"), vec![argument(c!("seat"), LAP_ARG_SEAT), argument(c!("sum"), LAP_ARG_NUMBER)]),
        kind(c!("stopped"), vec![argument(c!("seat"), LAP_ARG_SEAT), argument(c!("sum"), LAP_ARG_NUMBER), argument(c!("points"), LAP_ARG_NUMBER)]),
    ]);
    plugin.categories = table(vec![kind(c!("points"), vec![])]);
    plugin.score = Some(score);
    plugin
}

/// The entry: called once after each load, on one thread.
#[no_mangle]
pub unsafe extern "C" fn lapidary_plugin_v1() -> *const LapPlugin {
    Box::leak(Box::new(plugin()))
}
