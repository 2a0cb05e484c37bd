"""Game trees, alpha-beta trees and the quintuplet of small games, with their captions and JSON."""
